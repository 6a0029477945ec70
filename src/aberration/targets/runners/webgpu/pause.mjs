// Pauses in which a browser may report that it lost a device; `idle` are all their seconds, which no driver took.

export let idle = 0;

export async function pause(milliseconds) {
  const start = performance.now();
  await new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  idle += (performance.now() - start) / 1000;
}
