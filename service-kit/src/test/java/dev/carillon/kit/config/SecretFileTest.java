package dev.carillon.kit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.KitErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
    private static final String CANARY = "C4n4ry";

    record Door(
            @Key(name = "door.password", min = "1", max = "10", secret = true, reason = "opens it") @Nullable
            String password,

            @Key(name = "door.width", byDefault = "1", min = "1", max = "9", reason = "who fits")
            int width) {}

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void contentOfTheFileIsTheValueLessOneNewline() throws Exception {
        assertThat(fromVariable(file(CANARY + "\n"))).isEqualTo(CANARY);
        assertThat(fromVariable(file(CANARY + "\r\n"))).isEqualTo(CANARY);
        assertThat(fromVariable(file(CANARY))).isEqualTo(CANARY);
        assertThat(fromVariable(file(" a \n\n"))).isEqualTo(" a \n");
        assertThat(door(ConfigLoader.of(Door.class).yamlText("d.yaml", "door.password-file: '" + file(CANARY) + "'\n")))
                .isEqualTo(CANARY);
        assertThat(door(ConfigLoader.of(Door.class)
                        .flags(Map.of("door.password-file", file(CANARY).toString()))))
                .isEqualTo(CANARY);
    }

    @Test
    void showsWhereItComesFromAndNotWhatItIs() throws Exception {
        Path file = file(CANARY);
        ConfigLoader loader =
                ConfigLoader.of(Door.class).environment(Map.of("CARILLON_DOOR_PASSWORD_FILE", file.toString()));
        KeyDescription shown = loader.load().describe().get(0);
        assertThat(shown.value()).isEqualTo("******");
        assertThat(shown.origin())
                .isEqualTo("file " + file + ", named by environment variable CARILLON_DOOR_PASSWORD_FILE");
        assertThat(loader.describe().toString()).doesNotContain(CANARY);
    }

    @Test
    void valueAndFileTogetherContradictEachOther() throws Exception {
        ConfigProblem problem = problem(ConfigLoader.of(Door.class)
                .flags(Map.of("door.password", CANARY))
                .environment(Map.of("CARILLON_DOOR_PASSWORD_FILE", file("other").toString())));
        assertThat(problem.code()).isEqualTo(KitErrorCode.CONFIG_CONTRADICTION);
        assertThat(problem.key()).isEqualTo("door.password, CARILLON_DOOR_PASSWORD_FILE");
    }

    @Test
    void fileThatCanNotServeIsNamedWithTheFix() throws Exception {
        assertThat(unreadable(folder.resolve("absent").toString()))
                .contains(folder.resolve("absent").toString(), "the file does not exist");
        assertThat(unreadable(file("").toString())).contains("the file is empty. Write the secret into it");
        assertThat(unreadable(file("\n").toString())).contains("the file is empty");
        assertThat(unreadable(file(CANARY.repeat(20_000)).toString())).contains("the file is larger than 65536 bytes");
        assertThat(unreadable(folder.toString())).contains("the file can't be read");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(unreadable(binary.toString())).contains("is not UTF-8 text");
    }

    @Test
    void secretThatWasSetAsItsFileIsNotRepeated() {
        assertThat(unreadable(CANARY)).contains("the secret itself is set without -file or _FILE");
        assertThat(unreadable("no/such/folder/" + CANARY)).doesNotContain("no/such");
        assertThat(unreadable("\0" + CANARY)).contains("it names no file");
    }

    @Test
    void secretOutOfRangeIsNotRepeated() throws Exception {
        assertThat(problem(ConfigLoader.of(Door.class)
                                .environment(Map.of(
                                        "CARILLON_DOOR_PASSWORD_FILE",
                                        file(CANARY + CANARY).toString())))
                        .oneLine())
                .contains("CARILLON_DOOR_PASSWORD_FILE = ******", "its length is above the greatest allowed, 10");
    }

    @Test
    void onlySecretsComeFromFiles() {
        assertThat(problem(ConfigLoader.of(Door.class).flags(Map.of("door.width-file", "x")))
                        .code())
                .isEqualTo(KitErrorCode.CONFIG_UNKNOWN_KEY);
    }

    @Test
    void secretSetTwiceInAFileIsNotRepeated() {
        String twice = "door:\n  password: " + CANARY + "\ndoor.password: " + CANARY + "\n";
        assertThat(problem(ConfigLoader.of(Door.class).yamlText("d.yaml", twice))
                        .oneLine())
                .contains("is already set in d.yaml:2");
    }

    @Test
    void brokenYamlDoesNotRepeatTheSecretInItsLine() {
        for (String line : List.of(
                "'" + CANARY,
                "[" + CANARY,
                CANARY + ": " + CANARY + ": x",
                "*" + CANARY,
                "!" + CANARY + "! x",
                "%" + CANARY,
                "@" + CANARY,
                "|" + CANARY,
                '"' + CANARY + "\\" + CANARY + '"')) {
            assertThat(problemOf(ConfigLoader.of(Door.class).yamlText("d.yaml", "door:\n  password: " + line + "\n")))
                    .as(line)
                    .doesNotContain(CANARY);
        }
    }

    @Test
    void secretInBracesBecomesNoKeyThatIsRepeated() {
        String yaml = "door:\n  password: {" + CANARY + "}\n";
        assertThat(problem(ConfigLoader.of(Door.class).yamlText("d.yaml", yaml)).oneLine())
                .isEqualTo("door.password (d.yaml:2): is no plain text. Put the value in quotes [CONFIG_BAD_VALUE]");
    }

    private Path file(String text) throws Exception {
        return Files.writeString(Files.createTempFile(folder, "secret", ""), text);
    }

    private static @Nullable String fromVariable(Path file) {
        return door(ConfigLoader.of(Door.class).environment(Map.of("CARILLON_DOOR_PASSWORD_FILE", file.toString())));
    }

    private static @Nullable String door(ConfigLoader loader) {
        return loader.load().get(Door.class).password();
    }

    private static String unreadable(String path) {
        ConfigProblem problem =
                problem(ConfigLoader.of(Door.class).environment(Map.of("CARILLON_DOOR_PASSWORD_FILE", path)));
        assertThat(problem.code()).isEqualTo(KitErrorCode.CONFIG_UNREADABLE);
        return problem.oneLine();
    }

    private static String problemOf(ConfigLoader loader) {
        try {
            return loader.load().describe().toString();
        } catch (ConfigException e) {
            return e.getMessage() + loader.describe();
        }
    }

    private static ConfigProblem problem(ConfigLoader loader) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, loader::load);
        assertThat(thrown).isNotNull();
        assertThat(thrown.problems()).hasSize(1);
        assertThat(thrown.getMessage()).doesNotContain(CANARY);
        assertThat(loader.describe().toString()).doesNotContain(CANARY);
        return thrown.problems().get(0);
    }
}
