package dev.carillon.system.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The architecture rules, for the real code base or for planted classes that break them. */
final class HouseRules {
    private static final Pattern EMPTY_NAMES =
            Pattern.compile("(?:.*(?:Impl|Util|Utils|Helper|Helpers|Manager))|(?:Abstract.*)");

    private static final int MOST_ARGUMENTS = 8;

    private final House house;

    HouseRules(House house) {
        this.house = house;
    }

    /** The layout of the design: schemas below the services, services below standalone, no service on another. */
    ArchRule modulesSeeOnlyWhatIsBelowThem(String module) {
        Set<String> hidden = new TreeSet<>(House.SEES.keySet());
        hidden.add(House.BENCHMARKS);
        hidden.remove(module);
        hidden.removeAll(House.SEES.getOrDefault(module, Set.of()));
        String[] packages = hidden.stream().map(house::packagesOf).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(house.packagesOf(module))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages)
                .because(module + " sees only " + House.SEES.get(module));
    }

    /** What the kit shares with the contract is the form of codes and durations. */
    ArchRule theKitKnowsNothingOfTasks() {
        DescribedPredicate<JavaClass> shared = resideInAPackage(house.root() + "." + House.SCHEMAS + ".duration")
                .or(named(Set.of(house.root() + "." + House.SCHEMAS + ".error.ProblemCode")));
        return noClasses()
                .that()
                .resideInAPackage(house.packagesOf(House.KIT))
                .should()
                .dependOnClassesThat(
                        resideInAPackage(house.packagesOf(House.SCHEMAS)).and(not(shared)))
                .allowEmptyShould(true);
    }

    ArchRule onlyTheEmbeddedClusterSeesBrokers() {
        return noClasses()
                .that(not(resideInAPackage(house.packagesOf(House.EMBEDDED))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(house.brokers().toArray(String[]::new)))
                .because("broker jars stay in one module");
    }

    ArchRule packagesOfAModuleFormNoCycle(String module) {
        return SlicesRuleDefinition.slices()
                .matching(house.root() + "." + module + ".(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    ArchRule onlyPrefixedClassesSee(Technology technology) {
        return noClasses()
                .that(not(mayTouch(technology)))
                .should()
                .dependOnClassesThat(technology.types())
                .because("a technology prefix is a promise: " + technology.prefixes() + " alone");
    }

    private DescribedPredicate<JavaClass> mayTouch(Technology technology) {
        return DescribedPredicate.describe("carry the prefix " + technology.prefixes(), type -> {
            String name = outermost(type).getSimpleName();
            return technology.prefixes().stream().anyMatch(name::startsWith)
                    || house.compositionRoots().contains(name);
        });
    }

    ArchRule namesSayWhatAClassDoes() {
        return noClasses().should().haveNameMatching(".*\\.(" + EMPTY_NAMES.pattern() + ")");
    }

    ArchRule noPackageIsADrawer() {
        return noClasses().should().resideInAnyPackage("..common..", "..misc..", "..util..", "..utils..", "..helper..");
    }

    ArchRule onlyNamedClassesTouchTheSystem() {
        return noClasses()
                .that(not(named(house.touchers())))
                .should()
                .beAnnotatedWith(DescribedPredicate.describe(
                        "TouchesTheSystem", a -> a.getRawType().getSimpleName().equals("TouchesTheSystem")))
                .because("clocks and sleeping live in " + house.touchers());
    }

    /** Arguments in a row are mixed up; a builder names them. */
    ArchRule callsHaveFewArguments() {
        return noClasses()
                .should()
                .callCodeUnitWhere(DescribedPredicate.describe(
                        "has more than " + MOST_ARGUMENTS + " parameters and is not the builder's own",
                        call -> call.getTarget().getRawParameterTypes().size() > MOST_ARGUMENTS
                                && call.getTargetOwner().getPackageName().startsWith(house.root())
                                && !outermost(call.getOriginOwner()).equals(outermost(call.getTargetOwner()))
                                && !isBuilderOf(call.getTargetOwner(), outermost(call.getOriginOwner()))))
                .because("a record with more parts gets a builder (@RecordBuilder)");
    }

    /** By its generated name: a builder of a nested record has the names of both. */
    private static boolean isBuilderOf(JavaClass built, JavaClass builder) {
        String name = built.getName().substring(built.getPackageName().length() + 1);
        return builder.getSimpleName().equals(name.replace("$", "") + "Builder");
    }

    ArchRule packagesAreNullMarked() {
        return classes().should(NullMarkedPackages.condition());
    }

    /** All rules for the whole code base. */
    Stream<ArchRule> all() {
        Stream<ArchRule> perModule = House.SEES.keySet().stream()
                .sorted()
                .flatMap(module -> Stream.of(
                        modulesSeeOnlyWhatIsBelowThem(module).allowEmptyShould(true),
                        packagesOfAModuleFormNoCycle(module)));
        Stream<ArchRule> perTechnology = Technology.ALL.stream().map(this::onlyPrefixedClassesSee);
        Stream<ArchRule> others = Stream.of(
                theKitKnowsNothingOfTasks(),
                onlyTheEmbeddedClusterSeesBrokers(),
                namesSayWhatAClassDoes(),
                noPackageIsADrawer(),
                onlyNamedClassesTouchTheSystem(),
                callsHaveFewArguments(),
                packagesAreNullMarked());
        return List.of(perModule, perTechnology, others).stream().flatMap(rules -> rules);
    }

    private static DescribedPredicate<JavaClass> named(Set<String> names) {
        return DescribedPredicate.describe(
                "are " + names, type -> names.contains(outermost(type).getName()));
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }
}
