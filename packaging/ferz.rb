class Ferz < Formula
  desc "@DESCRIPTION@"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@FILES@/ferz-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "@FILES@/ferz-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@FILES@/ferz-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@FILES@/ferz-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-gnu@"
    end
  end

  def install
    prefix.install Dir["bin", "share"]
  end

  test do
    assert_match "Nodes searched: 8902", shell_output("#{bin}/ferz perft chess 3")
  end
end
