/** Loaded into the measured program: tells what the process has used so far, whenever its parent asks. */
process.on("message", (asked) => {
  if (asked === "usage")
    process.send?.({
      cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
      rssMb: process.memoryUsage.rss() / 2 ** 20,
    });
});
process.channel?.unref();
