import '../../../libs/shared/src/kernel/ids.js';
