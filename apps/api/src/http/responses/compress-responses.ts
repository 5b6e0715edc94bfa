import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response contains a secret next to text that others may have chosen. */
    readonly holdsSecrets?: boolean;
  }
}

/** Bytes. A smaller response fits in one packet anyway. */
const THRESHOLD_BYTES = 1_024;

const COMPRESS_OPTIONS = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: THRESHOLD_BYTES,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/**
 * Compresses larger responses if the caller accepts it. Receipts of deliveries are excluded, because they are small and
 * many. Responses with a secret are excluded, because next to text that an attacker chose, the compressed length reveals
 * the secret (BREACH). Must run before the routes are registered.
 */
export async function compressResponses(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, holdsSecrets } = route.config ?? {};
    if (admitsDeliveries !== true && holdsSecrets !== true) route.compress = { ...COMPRESS_OPTIONS };
  });
  await fastify.register(compress, { globalCompression: false, globalDecompression: false });
}
