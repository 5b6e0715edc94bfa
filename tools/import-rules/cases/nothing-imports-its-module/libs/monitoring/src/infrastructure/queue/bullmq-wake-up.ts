import { MonitoringModule } from '../../monitoring.module.js';

export const module = MonitoringModule;
