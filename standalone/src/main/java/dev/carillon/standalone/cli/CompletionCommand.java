package dev.carillon.standalone.cli;

import dev.carillon.standalone.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code carillon completion}: what a shell needs to complete our words. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a completion script for bash or zsh.",
        footer = {"", "For example: source <(carillon completion bash)"})
final class CompletionCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    /** The shells whose completion we know. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "bash|zsh", arity = "0..1", defaultValue = "bash", description = "Your shell.")
    private Shell shell = Shell.BASH;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Terminal terminal = surroundings.terminal();
        if (shell == Shell.ZSH) {
            terminal.say("autoload -U +X compinit && compinit");
            terminal.say("autoload -U +X bashcompinit && bashcompinit");
        }
        terminal.say(AutoComplete.bash("carillon", spec.root().commandLine()));
        return 0;
    }
}
