package dev.carillon.standalone.cli;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.standalone.look.ClusterJson;
import dev.carillon.standalone.look.ClusterLook;
import dev.carillon.standalone.look.ClusterWords;
import dev.carillon.standalone.look.Health;
import dev.carillon.standalone.look.Need;
import dev.carillon.standalone.look.Standing;
import dev.carillon.standalone.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code carillon status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Say how the whole system is, or what became of one execution.")
final class StatusCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Mixin
    private final OutputOption output = new OutputOption();

    StatusCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (Session session = sessions.open()) {
            ClusterLook look = new ClusterLook(session.pass(), session.names(), session.now());
            if (!look.isAnythingThere()) {
                throw noTopics(session);
            }
            Standing standing = look.standing();
            List<Need> needs = Health.of(standing);
            Terminal terminal = sessions.terminal();
            if (output.json()) {
                terminal.say(ClusterJson.of(standing, needs).toString());
            } else {
                ClusterWords.of(standing, needs, terminal.paint()).forEach(terminal::say);
            }
        }
        return ExitCode.DONE;
    }

    static ClientException noTopics(Session session) {
        return new ClientException(
                ClientProblem.NO_SUCH_TOPICS,
                "Kafka answers, but has no topic whose name begins with "
                        + session.names().namespace()
                        + ".; make them with: carillon topics create, or name another --namespace");
    }
}
