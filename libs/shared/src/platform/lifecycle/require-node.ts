/**
 * The major version of Node that package.json pins. This file must not use, or import statically, anything newer than Node
 * 20.
 */
const MIN_NODE_VERSION = 24;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_VERSION) {
  process.stderr.write(
    `Tocsin needs Node ${MIN_NODE_VERSION}, and this is ${process.version}. npm ci installs it in the checkout: put its node_modules/.bin first in PATH.\n`,
  );
  process.exit(1);
}
