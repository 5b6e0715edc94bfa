import { ApiModule } from '../../../../../apps/api/src/api.module.js';

export const app = ApiModule;
