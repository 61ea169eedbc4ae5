// The only file that includes CLI11: options become the plain structs of verbs.h here, and every
// verb of the command is listed once, in AddVerbs.
#include "command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench.h"
#include "learner_verbs.h"
#include "trace_record.h"
#include "trace_verbs.h"
#include "verbs.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

using Run = std::function<int(const Project&)>;

// One verb: its options are written into a struct that lives as long as the parser.
template <typename Arguments>
CLI::App* AddVerb(CLI::App& app, Run& run, const std::string& name, const std::string& help,
                  int (*function)(const Project&, const Arguments&),
                  const std::function<void(CLI::App&, Arguments&)>& add_options) {
  CLI::App* verb = app.add_subcommand(name, help);
  const auto arguments = std::make_shared<Arguments>();
  add_options(*verb, *arguments);
  verb->final_callback([&run, function, arguments] {
    run = [function, arguments](const Project& project) { return function(project, *arguments); };
  });
  return verb;
}

template <typename Arguments>
void AddJson(CLI::App& verb, Arguments& arguments) {
  verb.add_flag("--json", arguments.json, "Machine-readable result");
}

void AddDevVerbs(CLI::App& app, Run& run) {
  CLI::App* dev = app.add_subcommand("dev", "For authors: skeletons, the proof, mutants");
  dev->require_subcommand(1);
  AddVerb<DevSyncArguments>(
      *dev, run, "sync", "Write skeletons and text snippets from the solutions", RunDevSync,
      [](CLI::App& verb, DevSyncArguments& arguments) {
        verb.add_flag("--check", arguments.check_only, "Change nothing; fail if anything differs");
        verb.add_flag("--force", arguments.force, "Overwrite edited skeletons, keeping a copy");
        AddJson(verb, arguments);
      });
  AddVerb<DevCheckArguments>(
      *dev, run, "check", "Prove every exercise", RunDevCheck,
      [](CLI::App& verb, DevCheckArguments& arguments) {
        verb.add_option("exercise", arguments.exercise, "N or N.M");
        verb.add_option("--jobs", arguments.jobs, "States at a time")->check(CLI::Range(1, 64));
        AddJson(verb, arguments);
      });
  AddVerb<DevMutateArguments>(
      *dev, run, "mutate", "Delete each statement in turn", RunDevMutate,
      [](CLI::App& verb, DevMutateArguments& arguments) {
        verb.add_option("exercise", arguments.exercise, "N or N.M");
        verb.add_option("--jobs", arguments.jobs, "States at a time")->check(CLI::Range(1, 64));
        AddJson(verb, arguments);
      });
}

void AddCheckVerbs(CLI::App& app, Run& run) {
  AddVerb<CheckArguments>(
      app, run, "check", "Judge your code: the first unfinished exercise onward", RunCheck,
      [](CLI::App& verb, CheckArguments& arguments) {
        verb.add_option("exercises", arguments.names, "Chapters (3) or exercises (3.2)");
        verb.add_flag("--all", arguments.all, "Every exercise, whatever passed before");
        verb.add_option("--sanitize", arguments.sanitizer, "Run the tests under a sanitizer")
            ->check(CLI::IsMember({"address", "undefined", "thread"}));
        verb.add_option("--seconds", arguments.seconds, "Time limit of one test program")
            ->check(CLI::Range(1, 3600))
            ->capture_default_str();
        verb.add_option("--junit", arguments.junit, "JUnit XML; else .workbook/junit.xml");
        AddJson(verb, arguments);
      });
  AddVerb<WatchArguments>(app, run, "watch", "Judge the exercise being edited after each save",
                          RunWatch, [](CLI::App& verb, WatchArguments& arguments) {
                            verb.add_flag("--json", arguments.json, "One JSON line a check");
                          });
}

void AddExerciseVerb(CLI::App& app, Run& run, const std::string& name, const std::string& help,
                     int (*function)(const Project&, const ExerciseArguments&)) {
  AddVerb<ExerciseArguments>(
      app, run, name, help, function, [](CLI::App& verb, ExerciseArguments& arguments) {
        verb.add_option("exercise", arguments.exercise, "N.M; else the first unfinished one");
        AddJson(verb, arguments);
      });
}

void AddGuideVerbs(CLI::App& app, Run& run) {
  AddVerb<NextArguments>(app, run, "next", "What to do now", RunNext, AddJson<NextArguments>);
  AddVerb<ListArguments>(app, run, "list", "All exercises with their times", RunList,
                         [](CLI::App& verb, ListArguments& arguments) {
                           verb.add_option("--track", arguments.track, "workshop: two hours");
                           AddJson(verb, arguments);
                         });
  AddExerciseVerb(app, run, "hint", "One hint more each time, three in all", RunHint);
  AddExerciseVerb(app, run, "solution", "The solution, after a pass or when asked twice",
                  RunSolution);
  AddExerciseVerb(app, run, "diff", "Your code against the skeleton; after a pass, the solution",
                  RunDiff);
  AddVerb<ResetArguments>(app, run, "reset", "Back to the skeleton; a copy is kept", RunReset,
                          [](CLI::App& verb, ResetArguments& arguments) {
                            verb.add_option("name", arguments.name, "N or N.M");
                            AddJson(verb, arguments);
                          });
}

void AddCareVerbs(CLI::App& app, Run& run) {
  AddVerb<DemoArguments>(app, run, "demo", "A wrong answer and a right one, judged", RunDemo,
                         AddJson<DemoArguments>);
  AddVerb<DoctorArguments>(app, run, "doctor", "What this machine has and lacks", RunDoctor,
                           AddJson<DoctorArguments>);
  AddVerb<UpdateArguments>(app, run, "update", "Bring new content; your code is carried over",
                           RunUpdate, [](CLI::App& verb, UpdateArguments& arguments) {
                             verb.add_option("--from", arguments.from,
                                             "A folder or a git address; else the origin");
                             AddJson(verb, arguments);
                           });
}

void AddTraceRecord(CLI::App& trace, Run& run) {
  AddVerb<TraceRecordArguments>(
      trace, run, "record", "Run a program and write down what it allocates", RunTraceRecord,
      [](CLI::App& verb, TraceRecordArguments& arguments) {
        verb.add_option("--output", arguments.output, "The trace file")->capture_default_str();
        verb.add_option("command", arguments.command, "After --: the program and its arguments")
            ->required();
        verb.add_flag("--json", arguments.json, "Machine-readable result, after the run");
        verb.footer(
            "  ./workbook trace record -- python train.py --epochs 1\n"
            "`python` is the workbook's own, with PyTorch; any other is named by its path.");
      });
}

// Done by ./workbook itself, before this program is there; named here so that it is found.
void AddBundle(CLI::App& app, Run& run) {
  CLI::App* verb = app.add_subcommand("bundle", "Pack all downloads for a room without network");
  verb->footer(
      "  ./workbook bundle [FILE]        packs all downloads into FILE\n"
      "  ./workbook bundle --use FILE    installs from it, without network");
  verb->prefix_command();
  verb->final_callback([&run] {
    run = [](const Project&) -> int {
      throw UserError(kExitUsage, "Start it as ./workbook bundle, in the workbook's folder.");
    };
  });
}

void AddTraceVerbs(CLI::App& app, Run& run) {
  CLI::App* trace = app.add_subcommand("trace", "Allocation traces: record, show, replay");
  trace->require_subcommand(1);
  AddTraceRecord(*trace, run);
  AddVerb<TraceShowArguments>(
      *trace, run, "show", "Who asked for what: totals, peak, sizes, lifetimes", RunTraceShow,
      [](CLI::App& verb, TraceShowArguments& arguments) {
        verb.add_option("file", arguments.file, "The trace")->required();
        verb.add_option("--picture", arguments.picture, "Draw it into this .svg or .png");
        verb.add_option("--chrome", arguments.chrome, "Write a .json that Perfetto opens");
        verb.add_option("--snapshot", arguments.snapshot,
                        "Write a .pickle that PyTorch's memory_viz reads");
        AddJson(verb, arguments);
      });
  AddVerb<TraceReplayArguments>(
      *trace, run, "replay", "Drive allocators with it; check and score them", RunTraceReplay,
      [](CLI::App& verb, TraceReplayArguments& arguments) {
        verb.add_option("file", arguments.file, "The trace")->required();
        verb.add_option("--with", arguments.with,
                        "default, N (your chapter), reference, reference:N")
            ->delimiter(',')
            ->capture_default_str();
        verb.add_option("--rounds", arguments.rounds, "Of the timing")
            ->check(CLI::Range(3, 1000))
            ->capture_default_str();
        AddJson(verb, arguments);
      });
}

void AddVerbs(CLI::App& app, Run& run) {
  AddCheckVerbs(app, run);
  AddGuideVerbs(app, run);
  AddCareVerbs(app, run);
  AddBundle(app, run);
  AddVerb<TestArguments>(app, run, "test", "The project's own tests", RunTestVerb,
                         [](CLI::App& verb, TestArguments& arguments) {
                           verb.add_option("steps", arguments.steps, "Only these steps");
                           verb.add_flag("--list", arguments.list, "Name the steps");
                           AddJson(verb, arguments);
                         });
  AddVerb<BenchArguments>(
      app, run, "bench", "Measure a chapter's stage against PyTorch's default", RunBench,
      [](CLI::App& verb, BenchArguments& arguments) {
        verb.add_option("chapter", arguments.chapter, "N")->required();
        verb.add_flag("--reference", arguments.reference, "Measure only the reference");
        verb.add_option("--repetitions", arguments.repetitions, "Of each case")
            ->check(CLI::Range(5, 1000));
        verb.add_option("--seconds", arguments.seconds, "Of one repetition, at least")
            ->check(CLI::Range(0.001, 10.0));
        verb.add_flag("!--no-plot", arguments.plot, "Draw nothing");
        AddJson(verb, arguments);
      });
  AddTraceVerbs(app, run);
  AddVerb<DocsArguments>(
      app, run, "docs", "Build the site: chapters, API, guides", RunDocs,
      [](CLI::App& verb, DocsArguments& arguments) { AddJson(verb, arguments); });
  AddDevVerbs(app, run);
}

std::string VerbNames(const CLI::App& app) {
  std::string names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    names += (names.empty() ? "" : ", ") + verb->get_name();
  }
  return names;
}

// CLI11 says only that an extra argument was "not expected": name the value and what exists.
bool SayUnknownVerb(const CLI::App& app, int argc, char** argv) {
  const CLI::App* level = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("-")) continue;
    const auto verbs = level->get_subcommands([](const CLI::App*) { return true; });
    if (verbs.empty()) return false;
    const auto known = std::find_if(verbs.begin(), verbs.end(), [&word](const CLI::App* verb) {
      return verb->get_name() == word;
    });
    if (known == verbs.end()) {
      const std::string where = level == &app ? "" : level->get_name() + " ";
      std::fprintf(stderr, "workbook: there is no verb \"%s%s\". The verbs are: %s.\n",
                   where.c_str(), word.c_str(), VerbNames(*level).c_str());
      return true;
    }
    level = *known;
  }
  return false;
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  CLI::App app{"Build a memory allocator for PyTorch, stage by stage", "./workbook"};
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help of all verbs");
  Run run;
  AddVerbs(app, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    if (SayUnknownVerb(app, argc, argv)) return kExitUsage;
    std::fprintf(stderr, "workbook: %s\n`./workbook --help-all` shows every verb and option.\n",
                 error.what());
    return kExitUsage;
  }
  return run(FindProject());
}

}  // namespace workbook::tool
