import './require-node.js';

/**
 * Makes stack traces name lines of the sources, for everything that is loaded from here on. An import would fail on an older
 * Node.
 */
process.getBuiltinModule('node:module').setSourceMapsSupport(true);

/**
 * Gives small buffers memory of their own. By default they are slices of shared 64 KB blocks, and a block is kept as long as
 * any of its slices: a few hundred bodies in flight would keep as many blocks, and make the garbage collector run several
 * times a second.
 */
Buffer.poolSize = 0;
