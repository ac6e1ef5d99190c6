class Dogfight < Formula
  desc "Spaceships fight in a terminal"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@URL@/dogfight_@VERSION@_darwin_arm64.tar.gz"
      sha256 "@SHA256 dogfight_@VERSION@_darwin_arm64.tar.gz@"
    end
    on_intel do
      url "@URL@/dogfight_@VERSION@_darwin_amd64.tar.gz"
      sha256 "@SHA256 dogfight_@VERSION@_darwin_amd64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/dogfight_@VERSION@_linux_arm64.tar.gz"
      sha256 "@SHA256 dogfight_@VERSION@_linux_arm64.tar.gz@"
    end
    on_intel do
      url "@URL@/dogfight_@VERSION@_linux_amd64.tar.gz"
      sha256 "@SHA256 dogfight_@VERSION@_linux_amd64.tar.gz@"
    end
  end

  def install
    bin.install "dogfight"
    man6.install Dir["man/*"]
    bash_completion.install "completions/dogfight.bash" => "dogfight"
    zsh_completion.install "completions/_dogfight"
    fish_completion.install "completions/dogfight.fish"
    doc.install "THIRD_PARTY_NOTICES"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/dogfight --version")
  end
end
