export class MonitoringModule {}
