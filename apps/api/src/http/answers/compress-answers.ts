import { constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers hold a secret beside what others may have chosen. */
    readonly holdsSecrets?: boolean;
  }
}

/** Bytes. What is smaller fits in a packet anyway. */
const THRESHOLD = 1_024;

const COMPRESS = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: THRESHOLD,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/**
 * Compresses larger answers as their callers accept it. Left out are the receipts of deliveries, which are small and many,
 * and answers with a secret: beside a text that somebody else chose, their compressed length tells of it (BREACH). Must run
 * before @fastify/compress is registered.
 */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { admitsDeliveries, holdsSecrets } = route.config ?? {};
    if (admitsDeliveries !== true && holdsSecrets !== true) route.compress = { ...COMPRESS };
  });
}
