import { setSourceMapsSupport } from 'node:module';

/** Stacks name the lines of this service's own sources. The maps of all that it depends on would take 20 MB. */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
