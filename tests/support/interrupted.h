#pragma once

#include <ucontext.h>

#include <csignal>
#include <cstdint>

namespace workbook::test_support {

/// Stops a call in its middle, at every machine instruction in turn, so that a race between two
/// threads needs no luck: the test says what the other thread does at that very moment.
///
/// The processor itself stops: with the trap flag set, x86-64 raises SIGTRAP after each
/// instruction, on the thread that ran it. The thread sanitizer may not be stopped inside its own
/// locks; there, and on a machine that ignores the flag, the call simply runs through.
class Interrupted {
 public:
  /// Runs `call()` on this thread. As soon as `now()` is true, asked after each machine
  /// instruction, it stands still while `meanwhile()` runs, once; then it goes on to its end.
  /// @return whether `now()` was ever true
  template <typename Call, typename Now, typename Meanwhile>
  static bool When(Now now, Call call, Meanwhile meanwhile) {
    static const int installed = Install();
    static_cast<void>(installed);
    auto step = [&] {
      if (!now()) return false;
      meanwhile();
      return true;
    };
    State state{&step, [](void* what) { return (*static_cast<decltype(step)*>(what))(); }};
    {
      const Stepping stepping(state);
      call();
    }
    return state.stopped;  // not before: the last steps are those of the return itself
  }

  /// As `When`; stops after that many instructions.
  /// @return whether the call came that far; false says that it has fewer instructions.
  template <typename Call, typename Meanwhile>
  static bool After(std::uint64_t instructions, Call call, Meanwhile meanwhile) {
    return When([&] { return instructions-- == 0; }, call, meanwhile);
  }

  /// How many machine instructions `call()` has: 0 where it can't be stopped.
  template <typename Call>
  static std::uint64_t Count(Call call) {
    std::uint64_t instructions = 0;
    When([&] { return ++instructions == 0; }, call, [] {});
    return instructions;
  }

 private:
  struct State {
    void* step;
    bool (*run)(void*);  // whether it was the moment to stop
    bool stopped = false;
  };

  static constexpr std::uint64_t kTrapFlag = 0x100;

  // Ends the steps also when the call throws.
  class Stepping {
   public:
    explicit Stepping(State& state) {
      present_ = &state;
      SetTrapFlag(true);
    }
    ~Stepping() { SetTrapFlag(false); }
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;
  };

  static void SetTrapFlag([[maybe_unused]] bool on) {
#if !defined(__SANITIZE_THREAD__)
    const std::uint64_t flags = __builtin_ia32_readeflags_u64();
    __builtin_ia32_writeeflags_u64(on ? flags | kTrapFlag : flags & ~kTrapFlag);
#endif
  }

  // For good: another thread may be under way when this one is done.
  static int Install() {
    struct sigaction action {};
    action.sa_sigaction = OnTrap;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGTRAP, &action, nullptr);
  }

  // The kernel clears the flag while the handler runs and sets it again afterwards.
  static void OnTrap(int, siginfo_t*, void* context) {
    State& state = *present_;
    if (state.stopped) return;
    state.stopped = state.run(state.step);
    if (!state.stopped) return;
    // The rest runs at full speed.
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~greg_t{kTrapFlag};
  }

  static inline thread_local State* present_ = nullptr;
};

}  // namespace workbook::test_support
