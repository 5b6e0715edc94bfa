import { EnumField } from '../http/fields.js';

export class HealthInfo {
  @EnumField(['ok']) status!: 'ok';
}
