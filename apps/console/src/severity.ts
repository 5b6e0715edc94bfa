import type { Schemas } from '../../../clients/typescript/src/tocsin.js';

export type Severity = Schemas['Severity'];

/** Worst first. By shape as well as by colour and word, for who does not see colours. */
export const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
