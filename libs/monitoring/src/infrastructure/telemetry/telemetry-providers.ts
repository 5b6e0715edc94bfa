import type { Provider } from '@nestjs/common';
import { Traces } from '../../application/ports/traces.js';
import { ProcessingFigures } from '../../application/processing-figures.js';
import { FeedMetrics } from './feed-metrics.js';
import { IntakeFigures } from './intake-figures.js';
import { IntakeMetrics } from './intake-metrics.js';
import { LedgerMetrics } from './ledger-metrics.js';
import { OpenTelemetryTraces } from './open-telemetry-traces.js';
import { ProcessingMetrics } from './processing-metrics.js';

const TRACES = { provide: Traces, useClass: OpenTelemetryTraces };

export const API_TELEMETRY: Provider[] = [IntakeFigures, IntakeMetrics, FeedMetrics, TRACES];

export const WORKER_TELEMETRY: Provider[] = [ProcessingFigures, ProcessingMetrics, LedgerMetrics, TRACES];
