// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.demilune.DemiluneException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A server on the loopback interface that shows the studio's page and answers it.
 *
 * <p>Every response forbids the browser everything that the page does not need: no script or style
 * but the studio's own files, no address but this one, no frame around it, nothing kept.
 */
public final class Studio implements AutoCloseable {

  static final String FILES = "/file/";

  private static final String API = "/api/";
  private static final int MOST_BYTES = 2 << 20;
  private static final int THREADS = 8;
  private static final int WAITING = 256;

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** A report brings its own styles and scripts in one file; it is cut off from everything else. */
  private static final String PAGE_POLICY =
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src"
          + " 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors"
          + " 'self'";

  private static final String ENTRANCE =
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Demilune studio</title>"
          + "<link rel=\"icon\" href=\"/icon.svg\">"
          + "<meta http-equiv=\"refresh\" content=\"0; url=%s\"><p>The studio opens.</html>";

  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

  static {
    // Read when the server's classes load. Small answers otherwise wait 40 ms for a full packet.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqTime", "30"); // seconds to send a request
  }

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Session session = new Session();
  private final Gate gate;
  private final Jobs jobs;
  private final Tickets tickets = new Tickets();
  private final Api api;
  private final Resources resources = new Resources();

  private Studio(HttpServer server, Path folder, Commands commands, List<String> program) {
    this.server = server;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(WAITING),
            new ThreadPoolExecutor.CallerRunsPolicy());
    this.gate = new Gate(server.getAddress().getPort(), session);
    this.jobs = new Jobs(folder, program);
    this.api = new Api(new Folder(folder), commands, jobs, tickets);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  /**
   * Starts a studio.
   *
   * @param folder whose files it works on; the working directory of this process, as commands run
   *     in it
   * @param port to listen on, or 0 for any that is free
   * @param commands runs commands in this process
   * @param program how this program is started anew, for trainings
   * @throws DemiluneException if the port is taken
   */
  public static Studio start(Path folder, int port, Commands commands, List<String> program) {
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), WAITING);
      Studio studio = new Studio(server, folder, commands, program);
      server.start();
      return studio;
    } catch (BindException e) {
      throw new DemiluneException(
          "port " + port + " is taken or not allowed: give another, or leave --port out", e);
    } catch (IOException e) {
      throw new DemiluneException("the studio cannot listen: " + e.getMessage(), e);
    }
  }

  /** Returns the address to open, with the token, which works once. */
  public String address() {
    return gate.origin() + "/?token=" + session.token();
  }

  /** Returns how many trainings are running. */
  public int trainings() {
    return jobs.running();
  }

  /** Stops at once, and ends the trainings that are running. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    jobs.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getRequestHeaders();
      try {
        gate.checkHost(headers);
        switch (exchange.getRequestMethod()) {
          case "GET" -> get(exchange, headers);
          case "POST" -> post(exchange, headers);
          default -> throw new RequestRefused(405, "only GET and POST are answered");
        }
      } catch (RequestRefused e) {
        refuse(exchange, e.status(), e.getMessage());
      } catch (RuntimeException e) {
        refuse(
            exchange,
            500,
            "something went wrong that should not (" + e.getClass().getSimpleName() + ")");
      }
    }
  }

  private void get(HttpExchange exchange, Headers headers) throws IOException {
    Optional<Gate.Entrance> entrance = gate.enter(exchange.getRequestURI(), headers);
    if (entrance.isPresent()) {
      Headers response = exchange.getResponseHeaders();
      entrance.get().cookie().ifPresent(cookie -> response.set("Set-Cookie", cookie));
      // A page and no redirection: a browser that comes from elsewhere would keep the strict cookie
      // to itself until the next step is taken from here.
      String door = ENTRANCE.formatted(entrance.get().location());
      send(exchange, 200, POLICY, new Content("text/html; charset=utf-8", door.getBytes(UTF_8)));
      return;
    }
    gate.checkCookie(headers);
    String path = exchange.getRequestURI().getRawPath();
    if (path.startsWith(FILES)) {
      sendFile(exchange, path.substring(FILES.length()));
      return;
    }
    Content found =
        resources
            .find(path)
            .orElseThrow(() -> new RequestRefused(404, "there is no such page in the studio"));
    send(exchange, 200, POLICY, found);
  }

  private void sendFile(HttpExchange exchange, String ticket) throws IOException {
    Tickets.Ticket found =
        tickets
            .find(ticket)
            .orElseThrow(() -> new RequestRefused(404, "this address is not valid any more"));
    if (!found.page()) {
      String name = URLEncoder.encode(Path.of(found.name()).getFileName().toString(), UTF_8);
      exchange
          .getResponseHeaders()
          .set("Content-Disposition", "attachment; filename*=UTF-8''" + name.replace("+", "%20"));
    }
    send(exchange, 200, found.page() ? PAGE_POLICY : POLICY, found.content());
  }

  private void post(HttpExchange exchange, Headers headers) throws IOException {
    gate.checkPost(headers);
    String path = exchange.getRequestURI().getRawPath();
    if (!path.startsWith(API)) {
      throw new RequestRefused(404, "there is no such request in the studio");
    }
    Object answer = answer(path.substring(API.length()), new String(body(exchange), UTF_8));
    send(exchange, 200, POLICY, json(answer));
  }

  /** The body, if it is not too large, as it says itself or as it turns out. */
  private static byte[] body(HttpExchange exchange) throws IOException {
    String announced = exchange.getRequestHeaders().getFirst("Content-Length");
    boolean large = announced != null && Long.parseLong(announced) > MOST_BYTES;
    byte[] body = large ? new byte[0] : exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (large || body.length > MOST_BYTES) {
      throw new RequestRefused(413, "the request is too large");
    }
    return body;
  }

  /** What is refused to the studio's own page is an answer, too: the page shows the sentence. */
  private Object answer(String what, String body) {
    try {
      return api.answer(what, Ask.parse(body));
    } catch (RequestRefused | DemiluneException e) {
      return new Fault(e.getMessage());
    }
  }

  private static void refuse(HttpExchange exchange, int status, String sentence)
      throws IOException {
    boolean forPage = exchange.getRequestURI().getRawPath().startsWith(API);
    String text = "demilune studio: " + sentence + "\n";
    send(
        exchange,
        status,
        POLICY,
        forPage
            ? json(new Fault(sentence))
            : new Content("text/plain; charset=utf-8", text.getBytes(UTF_8)));
  }

  private static Content json(Object value) {
    return new Content("application/json", GSON.toJson(value).getBytes(UTF_8));
  }

  private record Fault(String fault) {}

  private static void send(HttpExchange exchange, int status, String policy, Content content)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", content.type());
    headers.set("Content-Security-Policy", policy);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    byte[] body = content.bytes();
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }
}
