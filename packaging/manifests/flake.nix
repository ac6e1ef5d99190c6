{
  description = "Spaceships fight in a terminal";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      sources = {
        x86_64-linux = { file = "dogfight_@VERSION@_linux_amd64.tar.gz"; sha256 = "@SHA256 dogfight_@VERSION@_linux_amd64.tar.gz@"; };
        aarch64-linux = { file = "dogfight_@VERSION@_linux_arm64.tar.gz"; sha256 = "@SHA256 dogfight_@VERSION@_linux_arm64.tar.gz@"; };
        x86_64-darwin = { file = "dogfight_@VERSION@_darwin_amd64.tar.gz"; sha256 = "@SHA256 dogfight_@VERSION@_darwin_amd64.tar.gz@"; };
        aarch64-darwin = { file = "dogfight_@VERSION@_darwin_arm64.tar.gz"; sha256 = "@SHA256 dogfight_@VERSION@_darwin_arm64.tar.gz@"; };
      };
    in {
      packages = builtins.mapAttrs (system: source:
        let pkgs = nixpkgs.legacyPackages.${system};
        in {
          default = pkgs.stdenvNoCC.mkDerivation {
            pname = "dogfight";
            version = "@VERSION@";
            src = pkgs.fetchurl { url = "@URL@/${source.file}"; sha256 = source.sha256; };
            sourceRoot = ".";
            nativeBuildInputs = [ pkgs.installShellFiles ];
            installPhase = ''
              install -Dm755 -t $out/bin dogfight
              install -Dm644 -t $out/share/doc/dogfight LICENSE THIRD_PARTY_NOTICES
              installManPage man/*
              installShellCompletion completions/dogfight.bash completions/dogfight.fish completions/_dogfight
            '';
            meta = {
              description = "Spaceships fight in a terminal";
              homepage = "@HOMEPAGE@";
              license = pkgs.lib.licenses.mit;
              mainProgram = "dogfight";
            };
          };
        }) sources;
    };
}
