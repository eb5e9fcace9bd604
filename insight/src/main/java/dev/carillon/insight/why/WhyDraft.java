package dev.carillon.insight.why;

import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the parts of an answer. */
final class WhyDraft {
    private final TickFacts.Question question;
    private final List<String> details = new ArrayList<>();
    private final List<EvidenceRecord> evidence = new ArrayList<>();
    private final List<String> next = new ArrayList<>();
    private @Nullable ClockChange clockChange;

    WhyDraft(TickFacts.Question question) {
        this.question = question;
    }

    void detail(String sentence) {
        details.add(sentence);
    }

    void cite(EvidenceRecord record) {
        evidence.add(record);
    }

    void next(String command) {
        if (!next.contains(command)) {
            next.add(command);
        }
    }

    void clocks(ClockChange change) {
        clockChange = change;
    }

    WhyAnswer is(Verdict verdict, String sentence) {
        return new WhyAnswer(
                question.taskId(),
                question.at(),
                verdict,
                sentence,
                List.copyOf(details),
                List.copyOf(evidence),
                List.copyOf(next),
                clockChange);
    }
}
