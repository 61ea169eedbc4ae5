#include "files.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "process.h"
#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void Fail(const std::string& what, const fs::path& path) {
  throw UserError(kExitMachineLacks,
                  "Cannot " + what + " " + path.string() + ": " + std::strerror(errno) + ".");
}

// SHA-256 as FIPS 180-4 writes it; its constants are the fractional parts of cube roots of primes.
constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void Mix(std::array<std::uint32_t, 8>& state, const unsigned char* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 |
           static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
           static_cast<std::uint32_t>(block[4 * i + 2]) << 8 | block[4 * i + 3];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = w[i - 15];
    const std::uint32_t b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  std::array<std::uint32_t, 8> s = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t t1 = s[7] +
                             (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                             ((s[4] & s[5]) ^ (~s[4] & s[6])) + kRound[i] + w[i];
    const std::uint32_t t2 = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
                             ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    s = {t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) state[i] += s[i];
}

// "./workbook check 1.2": what we were called as, for others to read.
std::string OwnCommandLine() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string words;
  for (std::string word; std::getline(in, word, '\0');) {
    words += words.empty() ? "./" + fs::path(word).filename().string() : " " + word;
  }
  return words;
}

std::string Holder(int fd) {
  std::array<char, 256> text{};
  const ssize_t count = pread(fd, text.data(), text.size(), 0);
  return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : "unknown";
}

}  // namespace

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) Fail("read", path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void WriteFileAtomically(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::string beside = path.string() + ".XXXXXX";
  const int fd = mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) Fail("write", path);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t count = write(fd, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      close(fd);
      unlink(beside.c_str());
      Fail("write", path);
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  // mkostemp makes files that only their owner reads; give the mode any other new file would have.
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  close(fd);
  if (std::rename(beside.c_str(), path.c_str()) != 0) {
    unlink(beside.c_str());
    Fail("write", path);
  }
}

std::string Sha256(std::string_view text) {
  std::array<std::uint32_t, 8> state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t done = 0;
  for (; text.size() - done >= 64; done += 64) Mix(state, bytes + done);
  std::array<unsigned char, 128> tail{};
  const std::size_t rest = text.size() - done;
  if (rest > 0) std::memcpy(tail.data(), bytes + done, rest);
  tail[rest] = 0x80;
  const std::size_t tail_bytes = rest < 56 ? 64 : 128;
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (std::size_t i = 0; i < 8; ++i) {
    tail[tail_bytes - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  }
  for (std::size_t i = 0; i < tail_bytes; i += 64) Mix(state, tail.data() + i);
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::uint32_t word : state) {
    for (int shift = 28; shift >= 0; shift -= 4) hex += kDigits[word >> shift & 15];
  }
  return hex;
}

std::string ShortHash(std::string_view text) { return Sha256(text).substr(0, 12); }

std::string WithoutSpace(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::strchr(" \t\r\n\f\v", c) == nullptr || c == '\0') out += c;
  }
  return out;
}

fs::path KeepCopy(const fs::path& state, const fs::path& path) {
  const fs::path folder = state / "kept";
  fs::create_directories(folder);
  const std::string name = path.parent_path().filename().string() + "-" + path.filename().string();
  for (int n = 1;; ++n) {
    fs::path copy = folder / (name + "." + std::to_string(n));
    // "exclusive": two commands at once must not keep over each other's copy.
    const int fd = open(copy.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0 && errno == EEXIST) continue;
    if (fd < 0) Fail("keep a copy at", copy);
    close(fd);
    fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
    return copy;
  }
}

FileLock::FileLock(const fs::path& path) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  fd_ = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (fd_ < 0) Fail("lock", path);
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0) Wait(path);
  const std::string holder = OwnCommandLine() + ", process " + std::to_string(getpid());
  // Only words for whoever has to wait; without them the lock holds all the same.
  if (ftruncate(fd_, 0) == 0) static_cast<void>(pwrite(fd_, holder.data(), holder.size(), 0) > 0);
}

void FileLock::Wait(const fs::path& path) const {
  static constexpr int kStepMs = 50;
  static constexpr int kQuietSteps = 10;  // what is over in half a second needs no words
  for (int step = 0; flock(fd_, LOCK_EX | LOCK_NB) != 0; ++step) {
    if (errno != EWOULDBLOCK && errno != EINTR) Fail("lock", path);
    if (InterruptRequested()) {
      close(fd_);
      throw Interrupted{};
    }
    if (step == kQuietSteps) {
      std::fprintf(stderr, "waiting for another one to end: %s\n", Holder(fd_).c_str());
    }
    poll(nullptr, 0, kStepMs);
  }
}

FileLock::~FileLock() { close(fd_); }

}  // namespace workbook::tool
