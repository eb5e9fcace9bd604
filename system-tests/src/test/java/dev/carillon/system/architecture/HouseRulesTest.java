package dev.carillon.system.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The code base keeps all rules, and planted classes break each of them. */
final class HouseRulesTest {
    private static final String PLANTED = "dev.carillon.system.architecture.planted";

    private static final ImportOption MAIN_CLASSES =
            location -> !location.contains("/test-classes/") && !location.contains("-tests.jar");
    private static final ImportOption PLANTED_CLASSES = location -> location.contains("/planted/");

    private static final JavaClasses HOUSE =
            new ClassFileImporter().withImportOption(MAIN_CLASSES).importPackages("dev.carillon");
    private static final JavaClasses PLANTED_HOUSE =
            new ClassFileImporter().withImportOption(PLANTED_CLASSES).importPackages(PLANTED);

    private static final HouseRules RULES = new HouseRules(House.real());
    private static final HouseRules PLANTED_RULES = new HouseRules(new House(
            PLANTED, List.of(PLANTED + ".broker.."), Set.of(PLANTED + ".kit.MayTouch"), Set.of("PutsTogether")));

    static Stream<ArchRule> rules() {
        return RULES.all();
    }

    static Stream<Broken> broken() {
        return Stream.of(
                new Broken(PLANTED_RULES.modulesSeeOnlyWhatIsBelowThem(House.SCHEMAS), "SeesTheKit"),
                new Broken(PLANTED_RULES.theKitKnowsNothingOfTasks(), "KnowsTasks"),
                new Broken(PLANTED_RULES.modulesSeeOnlyWhatIsBelowThem(House.TRIGGER), "CallsTheWorker"),
                new Broken(PLANTED_RULES.modulesSeeOnlyWhatIsBelowThem(House.TRIGGER), "SubmitsThroughTheClient"),
                new Broken(PLANTED_RULES.modulesSeeOnlyWhatIsBelowThem(House.CLIENT), "AsksTheTrigger"),
                new Broken(PLANTED_RULES.modulesSeeOnlyWhatIsBelowThem(House.SYSTEM), "BorrowsTheReckoning"),
                new Broken(PLANTED_RULES.onlyTheEmbeddedClusterSeesBrokers(), "StartsABroker"),
                new Broken(PLANTED_RULES.packagesOfAModuleFormNoCycle(House.COLLECTOR), "Cycle detected"),
                new Broken(PLANTED_RULES.onlyPrefixedClassesSee(technology("Kafka")), "PollsTopics"),
                new Broken(PLANTED_RULES.onlyPrefixedClassesSee(technology("HTTP")), "PollsTopics"),
                new Broken(PLANTED_RULES.onlyPrefixedClassesSee(technology("processes")), "PollsTopics"),
                new Broken(PLANTED_RULES.namesSayWhatAClassDoes(), "TickUtils"),
                new Broken(PLANTED_RULES.namesSayWhatAClassDoes(), "AbstractClock"),
                new Broken(PLANTED_RULES.noPackageIsADrawer(), "misc.Anything"),
                new Broken(PLANTED_RULES.onlyNamedClassesTouchTheSystem(), "ReadsTheClock"),
                new Broken(PLANTED_RULES.callsHaveFewArguments(), "CallsWithNineArguments"),
                new Broken(PLANTED_RULES.packagesAreNullMarked(), "unmarked.Unmarked"));
    }

    private record Broken(ArchRule rule, String by) {
        @Override
        public String toString() {
            return by + " breaks: " + rule.getDescription();
        }
    }

    private static Technology technology(String name) {
        return Technology.ALL.stream()
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void houseKeepsRule(ArchRule rule) {
        rule.check(HOUSE);
    }

    @ParameterizedTest
    @MethodSource("broken")
    void ruleFindsItsPlantedBreach(Broken broken) {
        assertThatThrownBy(() -> broken.rule().check(PLANTED_HOUSE))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(broken.by());
    }

    @Test
    void classesThatMayAreLeftAlone() {
        assertThatThrownBy(() -> PLANTED_RULES
                        .onlyPrefixedClassesSee(technology("Kafka"))
                        .check(PLANTED_HOUSE))
                .hasMessageNotContainingAny("KafkaPolls", "PutsTogether");
        assertThatThrownBy(() -> PLANTED_RULES.onlyNamedClassesTouchTheSystem().check(PLANTED_HOUSE))
                .hasMessageNotContaining("kit.MayTouch> is");
        assertThatThrownBy(() -> PLANTED_RULES.callsHaveFewArguments().check(PLANTED_HOUSE))
                .hasMessageNotContaining("ManyPartsBuilder");
    }

    @Test
    void everyModuleIsLookedAt() {
        House house = House.real();
        assertThat(House.SEES.keySet())
                .allSatisfy(module -> assertThat(HOUSE).as(module).anyMatch(type -> type.getPackageName()
                        .startsWith(house.root() + "." + module)));
    }
}
