// Loaded into a child before its own code: a starter that is killed cannot stop its children, but the channel to
// them closes all the same.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
