import type { Schemas } from '../../../clients/typescript/src/tocsin.js';

export type Severity = Schemas['Severity'];

/** The severities, the most severe first. */
export const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
