import { Injectable } from '@nestjs/common';
import { Tracing } from '#shared/platform/telemetry/tracing.js';
import { Traces, type Step, type StepDetails } from '../../intake/application/ports/traces.js';

@Injectable()
export class OpenTelemetryTraces extends Traces {
  readonly on: boolean;

  constructor(private readonly tracing: Tracing) {
    super();
    this.on = tracing.on;
  }

  begin(name: string, parent: string | undefined, details: StepDetails): Step | undefined {
    return this.tracing.begin(name, parent, details);
  }

  record(name: string, parent: string, from: number, to: number, details: StepDetails): string {
    return this.tracing.record(name, parent, from, to, details);
  }
}
