package dev.carillon.console.history.sql.database;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Numbers topics, so that a place takes few bytes, and stores the topic ids that the positions belong to. */
public final class SqlTopics {
    private final SqlStatements statements;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    public SqlTopics(SqlStatements statements) {
        this.statements = statements;
    }

    /** The number of a topic; a new topic gets the next number. */
    int number(String topic) throws SQLException {
        Integer known = numbers.get(topic);
        if (known == null) {
            readAll();
            known = numbers.get(topic);
        }
        if (known == null) {
            int next = names.keySet().stream().reduce(0, Math::max) + 1;
            statements.change(statements
                    .with("INSERT INTO topics (number, name) VALUES (?, ?)")
                    .number(next)
                    .text(topic));
            remember(next, topic);
            known = next;
        }
        return known;
    }

    String name(int number) throws SQLException {
        if (!names.containsKey(number)) {
            readAll();
        }
        return names.getOrDefault(number, "?");
    }

    private void readAll() throws SQLException {
        try (SqlAnswer row = statements.ask(statements.with("SELECT number, name FROM topics"))) {
            while (row.next()) {
                remember((int) row.number(), row.someText());
            }
        }
    }

    private void remember(int number, String name) {
        numbers.put(name, number);
        names.put(number, name);
    }

    public Map<String, String> ids() throws SQLException {
        Map<String, String> ids = new TreeMap<>();
        try (SqlAnswer row = statements.ask(statements.with("SELECT name, uuid FROM topics WHERE uuid IS NOT NULL"))) {
            while (row.next()) {
                ids.put(row.someText(), row.someText());
            }
        }
        return ids;
    }

    public void saveIds(Map<String, String> ids) throws SQLException {
        for (Map.Entry<String, String> id : ids.entrySet()) {
            int number = number(id.getKey());
            statements.change(statements
                    .with("UPDATE topics SET uuid = ? WHERE number = ?")
                    .text(id.getValue())
                    .number(number));
        }
    }
}
