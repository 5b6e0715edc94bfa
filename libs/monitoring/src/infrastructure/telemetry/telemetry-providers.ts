import type { Provider } from '@nestjs/common';
import { Traces } from '../../intake/application/ports/traces.js';
import { ProcessingFigures } from '../../processing/application/processing-figures.js';
import { FeedMetrics } from '../../events/infrastructure/feed-metrics.js';
import { IntakeFigures } from '../../intake/infrastructure/intake-figures.js';
import { IntakeMetrics } from '../../intake/infrastructure/intake-metrics.js';
import { LedgerMetrics } from '../../maintenance/infrastructure/ledger-metrics.js';
import { OpenTelemetryTraces } from '../../processing/infrastructure/open-telemetry-traces.js';
import { ProcessingMetrics } from '../../processing/infrastructure/processing-metrics.js';

const TRACES = { provide: Traces, useClass: OpenTelemetryTraces };

export const API_TELEMETRY: Provider[] = [IntakeFigures, IntakeMetrics, FeedMetrics, TRACES];

export const WORKER_TELEMETRY: Provider[] = [ProcessingFigures, ProcessingMetrics, LedgerMetrics, TRACES];
