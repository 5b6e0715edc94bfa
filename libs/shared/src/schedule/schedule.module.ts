import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Scheduler } from './scheduler.js';

/** Repeats what the providers of the other modules mark with `@Every`. */
@Module({ imports: [DiscoveryModule], providers: [Scheduler] })
export class ScheduleModule {}
