package dev.carillon.cli.process;

import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code carillon completion}: prints the completion script of a shell. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a completion script for bash or zsh.",
        footer = {"", "For example: source <(carillon completion bash)"})
public final class CompletionCommand implements Callable<Integer> {
    private final CommandEnvironment environment;

    /** The supported shells. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "bash|zsh", arity = "0..1", defaultValue = "bash", description = "Your shell.")
    private Shell shell = Shell.BASH;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    public CompletionCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Terminal terminal = environment.terminal();
        if (shell == Shell.ZSH) {
            terminal.print("autoload -U +X compinit && compinit");
            terminal.print("autoload -U +X bashcompinit && bashcompinit");
        }
        terminal.print(AutoComplete.bash("carillon", spec.root().commandLine()));
        return 0;
    }
}
