// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the columns from objects of one class: the components of a record, or the getters of a
 * bean.
 *
 * <p>Column {@code capital-gain} is property {@code capitalGain}: names are compared by their
 * letters and digits. Properties that are no column are left alone. The class is that of an object
 * in the caller's hands; no name in a file leads here.
 */
final class PropertyReader {

  private final Class<?> type;
  private final Method[] getters; // by column

  private PropertyReader(Class<?> type, Method[] getters) {
    this.type = type;
    this.getters = getters;
  }

  static PropertyReader of(Class<?> type, List<String> columns) {
    Map<String, Method> properties = properties(type);
    List<String> unused = new ArrayList<>(properties.keySet());
    List<Method> getters = new ArrayList<>();
    for (String column : columns) {
      List<String> found =
          properties.keySet().stream()
              .filter(name -> letters(name).equals(letters(column)))
              .toList();
      if (found.contains(column)) {
        found = List.of(column);
      }
      if (found.isEmpty()) {
        throw ValueEncoder.absent(column, unused);
      }
      if (found.size() > 1) {
        throw new DemiluneException(
            type.getName()
                + " has more than one property for column '"
                + column
                + "': give a map, or rename one");
      }
      unused.remove(found.get(0));
      getters.add(open(type, properties.get(found.get(0))));
    }
    return new PropertyReader(type, getters.toArray(Method[]::new));
  }

  private static Map<String, Method> properties(Class<?> type) {
    Map<String, Method> properties = new LinkedHashMap<>();
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        properties.put(component.getName(), component.getAccessor());
      }
      return properties;
    }
    Method[] methods = type.getMethods();
    Arrays.sort(methods, (a, b) -> a.getName().compareTo(b.getName())); // they come in any order
    for (Method method : methods) {
      String name = property(method);
      if (!name.isEmpty()) {
        properties.putIfAbsent(name, method);
      }
    }
    return properties;
  }

  /** The property that a method gets; empty for any other method. */
  private static String property(Method method) {
    String name = method.getName();
    int prefix = name.startsWith("get") ? 3 : name.startsWith("is") ? 2 : 0;
    boolean getter =
        prefix > 0
            && name.length() > prefix
            && method.getParameterCount() == 0
            && method.getReturnType() != void.class
            && method.getDeclaringClass() != Object.class;
    return getter
        ? name.substring(prefix, prefix + 1).toLowerCase(Locale.ROOT) + name.substring(prefix + 1)
        : "";
  }

  private static String letters(String name) {
    StringBuilder letters = new StringBuilder();
    name.toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .forEach(letters::appendCodePoint);
    return letters.toString();
  }

  /** Lets us call a getter of a class that is not public. */
  private static Method open(Class<?> type, Method getter) {
    if (!getter.trySetAccessible()) {
      throw new DemiluneException(
          type.getName()
              + " cannot be read from here: open its package to dev.demilune.model, or give a map");
    }
    return getter;
  }

  void read(Object from, Object[] into) {
    for (int c = 0; c < into.length; c++) {
      try {
        into[c] = getters[c].invoke(from);
      } catch (InvocationTargetException e) {
        throw new DemiluneException(
            type.getName() + "." + getters[c].getName() + "() failed: mend it, or give a map",
            e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("a getter was opened and is closed", e);
      }
    }
  }
}
