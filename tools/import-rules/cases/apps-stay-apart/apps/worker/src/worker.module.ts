import { ApiModule } from '../../api/src/api.module.js';

export const app = ApiModule;
