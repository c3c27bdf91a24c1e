/** The oldest Node that builds and tests the project (the build tools' own floor). */
const oldest = { major: 20, minor: 19 };

/**
 * Ends the process with one clear line when this Node is too old. Must itself run on old versions.
 */
export function requireCurrentNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  console.error(
    `Node ${oldest.major}.${oldest.minor} or newer is needed, this is ${process.versions.node} (${process.execPath}). Install a current one, for instance Node 24, and run the command again.`,
  );
  process.exit(1);
}
