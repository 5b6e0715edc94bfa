import type { FastifyInstance } from 'fastify';
import { RawJson } from '#shared/kernel/raw-json.js';

/** Sends responses that are already JSON text (`RawJson`) unchanged, and serializes all others. */
export function registerReplySerializer(fastify: FastifyInstance): void {
  fastify.setReplySerializer((payload) =>
    payload instanceof RawJson ? payload.text : JSON.stringify(payload),
  );
}
