import { MonitoringModule } from '#monitoring';

export const context = MonitoringModule;
