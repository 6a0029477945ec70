// Images: a slider that lays what came over what was expected, and the values of the pixel under the pointer.
(() => {
  'use strict';

  function slide(figure) {
    const over = figure.querySelector('.over');
    const range = figure.querySelector('input');
    const show = () => { over.style.clipPath = `inset(0 ${100 - Number(range.value)}% 0 0)`; };
    range.addEventListener('input', show);
    figure.hidden = false;
    show();
  }

  function words(pixel) {
    const verdict = pixel.beyond ? 'beyond the tolerance' : pixel.differs ? 'within the tolerance' : 'the same';
    return `(${pixel.x}, ${pixel.y}): expected ${pixel.expected.join(' ')}, came ${pixel.came.join(' ')}, ${verdict}`;
  }

  function watch(compare) {
    const output = document.getElementById('pixel');
    const form = output.closest('form');
    const [width, height] = [Number(compare.dataset.width), Number(compare.dataset.height)];
    const frames = [...compare.querySelectorAll('.frame')];
    const spots = frames.map((frame) => {
      const spot = document.createElement('div');
      spot.className = 'spot';
      spot.hidden = true;
      frame.append(spot);
      return spot;
    });
    const known = new Map();
    let wanted = '';

    function mark(x, y) {
      for (const [index, spot] of spots.entries()) {
        const picture = frames[index].querySelector('img');
        const [wide, high] = [picture.clientWidth / width, picture.clientHeight / height];
        Object.assign(spot.style, {
          left: `${x * wide}px`, top: `${y * high}px`, width: `${wide}px`, height: `${high}px`,
        });
        spot.hidden = false;
      }
    }

    function tell(pixel) {
      output.textContent = words(pixel);
      output.dataset.differs = pixel.differs ? 'yes' : 'no';
      form.elements.x.value = pixel.x;
      form.elements.y.value = pixel.y;
    }

    async function ask(x, y) {
      const place = `${x},${y}`;
      if (place === wanted) return;
      wanted = place;
      mark(x, y);
      if (!known.has(place)) {
        // A pointer that only crosses a pixel asks nothing.
        await new Promise((done) => { setTimeout(done, 30); });
        if (place !== wanted) return;
        const answer = await fetch(`${compare.dataset.pixel}&x=${x}&y=${y}`);
        if (!answer.ok) return;
        known.set(place, await answer.json());
      }
      if (place === wanted) tell(known.get(place));
    }

    for (const frame of frames) {
      frame.addEventListener('pointermove', (event) => {
        const box = frame.querySelector('img').getBoundingClientRect();
        const x = Math.floor(((event.clientX - box.left) / box.width) * width);
        const y = Math.floor(((event.clientY - box.top) / box.height) * height);
        if (x >= 0 && y >= 0 && x < width && y < height) ask(x, y);
      });
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      ask(Number(form.elements.x.value), Number(form.elements.y.value));
    });
  }

  for (const figure of document.querySelectorAll('.compare .slider')) slide(figure);
  for (const compare of document.querySelectorAll('.compare')) watch(compare);
})();
