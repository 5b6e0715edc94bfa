import './require-node.js';

/** Stacks name the lines of this service's own sources, of all that is loaded from here on. An import would fail on an older Node. */
process.getBuiltinModule('node:module').setSourceMapsSupport(true);

/**
 * Small buffers get memory of their own. By default they are slices of 64 KB that many share, all of which stays as long
 * as one of them does: a few hundred bodies on their way in would hold as many such pieces, and the heap would be searched
 * through several times a second for them.
 */
Buffer.poolSize = 0;
