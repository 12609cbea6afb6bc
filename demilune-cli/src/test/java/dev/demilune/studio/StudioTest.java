// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and what they reach: requests byte by byte, as no browser would send them. */
class StudioTest {

  private static final Pattern ADDRESS =
      Pattern.compile("http://(127\\.0\\.0\\.1:\\d+)(/\\?token=.+)");

  @TempDir Path outside;

  private final List<List<String>> ran = Collections.synchronizedList(new ArrayList<>());
  private Path folder;
  private Studio studio;
  private String host;
  private String cookie;
  private String key;
  private int announced; // a length that requests claim, if it is more than theirs

  @BeforeEach
  void start() throws Exception {
    folder = Files.createDirectory(outside.resolve("folder"));
    Files.writeString(outside.resolve("secret.csv"), "name,illness\nada,none\n");
    Files.writeString(folder.resolve("people.csv"), "name,illness\nada,none\n");
    studio =
        Studio.start(
            folder,
            0,
            words -> {
              ran.add(words);
              return new Commands.Said(0, "{}", "");
            },
            List.of());
    Matcher address = ADDRESS.matcher(studio.address());
    assertThat(address.matches()).isTrue();
    host = address.group(1);
    String entrance = send("GET " + address.group(2), host, "");
    cookie = found("demilune-studio-\\d+=[^;]+", entrance);
    key = found("(?<=#key=)[^\"]+", entrance);
    assertThat(entrance).contains("HttpOnly; SameSite=Strict; Path=/");
  }

  @AfterEach
  void stop() {
    studio.close();
  }

  @Test
  void thePageIsThereAndForbidsEverythingElse() throws Exception {
    String page = send("GET /", host, "Cookie: " + cookie);
    assertThat(page)
        .startsWith("HTTP/1.1 200")
        .contains("default-src 'none'; script-src 'self'; style-src 'self'")
        .contains("frame-ancestors 'none'")
        .containsIgnoringCase("X-Content-Type-Options: nosniff")
        .containsIgnoringCase("Cache-Control: no-store")
        .contains("<title>Demilune studio</title>")
        .doesNotContain(key);
  }

  @Test
  void theTokenWorksOnce() throws Exception {
    String again = studio.address().replaceFirst("http://[^/]+", "");
    assertThat(send("GET " + again, host, ""))
        .startsWith("HTTP/1.1 403")
        .contains("It works once")
        .doesNotContain(key);
    // The browser that has the session is let in, and learns nothing new.
    assertThat(send("GET " + again, host, "Cookie: " + cookie))
        .startsWith("HTTP/1.1 200")
        .doesNotContain(key);
    assertThat(send("GET /?token=x", host, "")).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/main.js", "/api.js", "/file/x"})
  void withoutASessionThereIsNothing(String path) throws Exception {
    assertThat(send("GET " + path, host, "")).startsWith("HTTP/1.1 403");
    assertThat(send("GET " + path, host, "Cookie: " + cookieOf(host) + "x".repeat(32)))
        .startsWith("HTTP/1.1 403");
  }

  /** A browser keeps cookies by host and name, and sends each to every port of the host. */
  @Test
  void twoStudiosInOneBrowserKeepTheirSessions() throws Exception {
    Commands none = words -> new Commands.Said(0, "{}", "");
    try (Studio second = Studio.start(folder, 0, none, List.of())) {
      Matcher address = ADDRESS.matcher(second.address());
      assertThat(address.matches()).isTrue();
      String first = host;
      host = address.group(1);
      String entrance = send("GET " + address.group(2), host, "Cookie: " + cookie);
      String other = found("demilune-studio-\\d+=[^;]+", entrance);
      assertThat(other).startsWith(cookieOf(host));
      assertThat(cookie).startsWith(cookieOf(first)); // so neither replaces the other
      String both = "Cookie: " + cookie + "; " + other;
      assertThat(send("GET /", host, both)).startsWith("HTTP/1.1 200");
      host = first;
      cookie = cookie + "; " + other;
      assertThat(ask("state")).startsWith("HTTP/1.1 200").contains("people.csv");
    }
  }

  /** What stands before the secret. */
  private static String cookieOf(String host) {
    return "demilune-studio-" + host.substring(host.indexOf(':') + 1) + "=";
  }

  /** A page whose name resolves to this machine sends its own name. */
  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "[::1]"})
  void anotherHostIsRefused(String other) throws Exception {
    assertThat(send("GET /", other, "Cookie: " + cookie)).startsWith("HTTP/1.1 403");
    assertThat(post("state", "{}", other, "http://" + host)).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"})
  void anotherOriginIsRefused(String origin) throws Exception {
    assertThat(post("state", "{}", host, origin)).startsWith("HTTP/1.1 403");
    assertThat(send("GET /", host, "Cookie: " + cookie, "Origin: " + origin))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void aRequestNeedsOriginCookieKeyAndType() throws Exception {
    String origin = "Origin: http://" + host;
    String type = "Content-Type: application/json";
    String ownKey = "X-Studio-Key: " + key;
    String ownCookie = "Cookie: " + cookie;
    assertThat(body("{}", origin, type, ownKey, ownCookie)).startsWith("HTTP/1.1 200");
    assertThat(body("{}", type, ownKey, ownCookie)).startsWith("HTTP/1.1 403");
    assertThat(body("{}", origin, type, ownCookie)).startsWith("HTTP/1.1 403");
    assertThat(body("{}", origin, type, "X-Studio-Key: x", ownCookie)).startsWith("HTTP/1.1 403");
    assertThat(body("{}", origin, type, ownKey)).startsWith("HTTP/1.1 403");
    assertThat(body("{}", origin, ownKey, ownCookie, "Content-Type: text/plain"))
        .startsWith("HTTP/1.1 415");
    assertThat(body("{}", origin, origin, type, ownKey, ownCookie)).startsWith("HTTP/1.1 403");
    assertThat(send("PUT /api/state", host, origin, type, ownKey, ownCookie))
        .startsWith("HTTP/1.1 405");
    assertThat(ran).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret.csv",
        "/%2e%2e/secret.csv",
        "/people.csv",
        "/file/../people.csv",
        "/file/people.csv",
        "/index.html/../../Studio.class",
        "//etc/passwd"
      })
  void noAddressReachesAFile(String path) throws Exception {
    assertThat(send("GET " + path, host, "Cookie: " + cookie))
        .startsWith("HTTP/1.1 404")
        .doesNotContain("illness");
  }

  @Test
  void noRequestReachesAFileOutside() throws Exception {
    Files.createSymbolicLink(folder.resolve("link.csv"), outside.resolve("secret.csv"));
    Files.createSymbolicLink(folder.resolve("way"), outside);
    for (String name :
        List.of(
            "../secret.csv",
            outside.resolve("secret.csv").toString(),
            "link.csv",
            "way/secret.csv",
            "./x/../../secret.csv")) {
      assertThat(ask("header", "data", name)).contains("\"fault\"").doesNotContain("illness");
      assertThat(ask("schema/draft", "sample", name)).contains("\"fault\"");
      assertThat(ask("open", "file", name)).contains("\"fault\"");
    }
    for (String name : List.of("../new.yaml", "way/new.yaml", "/tmp/new.yaml", "a\\u0000.yaml")) {
      assertThat(ask("schema/save", "name", name, "text", SCHEMA)).contains("\"fault\"");
    }
    assertThat(outside.resolve("new.yaml")).doesNotExist();
    assertThat(ask("state")).contains("people.csv").doesNotContain("link.csv");
    assertThat(ran).isEmpty();
  }

  private static final String SCHEMA =
      "adjacency: replace-one\\ncolumns:\\n  a: number 0..1\\n  b: {label: [x, y]}\\n";

  @Test
  void aTableIsNeverHandedOut() throws Exception {
    assertThat(ask("open", "file", "people.csv")).contains("rows of a table are not shown");
  }

  @Test
  void aRequestThatIsTooLargeIsRefused() throws Exception {
    String part = "x".repeat(64 << 10); // what the server reads before it hangs up
    announced = 3 << 20;
    assertThat(post("schema/check", part, host, "http://" + host)).startsWith("HTTP/1.1 413");
    announced = 0;
    assertThat(ask("schema/check", "text", "x")).startsWith("HTTP/1.1 200"); // it goes on
  }

  @Test
  void whatIsNoRequestIsSaid() throws Exception {
    assertThat(post("state", "{", host, "http://" + host)).contains("the request is not JSON");
    assertThat(post("state", "[]", host, "http://" + host)).contains("not an object");
    assertThat(ask("nothing")).contains("does not know this request");
    assertThat(ask("header", "data", "absent.csv")).contains("is not in the folder");
  }

  /** A command gets names that are no options, no files of options and no databases. */
  @Test
  void namesOfFilesAreNoOptions() throws Exception {
    for (String name : List.of("--seed", "@options", "jdbc:x")) {
      Files.writeString(folder.resolve(name + ".db"), "");
      ask("ledger/show", "ledger", name + ".db");
      assertThat(ran.get(ran.size() - 1))
          .containsExactly("ledger", "show", "--ledger=./" + name + ".db", "--json");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"old.model", "./old.model", "x/../old.model"})
  void aPlanSaysThatAModelWouldBeReplaced(String name) throws Exception {
    Files.writeString(folder.resolve("people.yaml"), "");
    String[] form = {"data", "people.csv", "schema", "people.yaml", "epsilon", "1", "model", name};
    assertThat(ask("plan", form)).contains("\"replaces\":false").contains("\"command\":");
    Files.writeString(folder.resolve("old.model"), "");
    assertThat(ask("plan", form)).contains("\"replaces\":true");
  }

  private String ask(String what, String... namesAndValues) throws Exception {
    StringBuilder object = new StringBuilder("{");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.append(i == 0 ? "" : ", ");
      object.append('"').append(namesAndValues[i]).append("\": \"");
      object.append(namesAndValues[i + 1]).append('"');
    }
    return post(what, object.append('}').toString(), host, "http://" + host);
  }

  private String post(String what, String body, String to, String origin) throws Exception {
    return exchange(
        "POST /api/" + what,
        to,
        body,
        "Origin: " + origin,
        "Cookie: " + cookie,
        "X-Studio-Key: " + key,
        "Content-Type: application/json");
  }

  private String body(String body, String... headers) throws Exception {
    return exchange("POST /api/state", host, body, headers);
  }

  private String send(String request, String to, String... headers) throws Exception {
    return exchange(request, to, "", headers);
  }

  /** Sends a request as it stands, and returns the whole answer. */
  private String exchange(String request, String to, String body, String... headers)
      throws Exception {
    byte[] content = body.getBytes(UTF_8);
    StringBuilder head = new StringBuilder(request + " HTTP/1.1\r\nHost: " + to + "\r\n");
    for (String header : headers) {
      head.append(header.isEmpty() ? "" : header + "\r\n");
    }
    head.append("Content-Length: ")
        .append(Math.max(announced, content.length))
        .append("\r\nConnection: close\r\n\r\n");
    int port = Integer.parseInt(host.substring(host.indexOf(':') + 1));
    try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(head.toString().getBytes(UTF_8));
      socket.getOutputStream().write(content);
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group();
  }
}
