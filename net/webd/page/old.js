/* For browsers that do not understand the rest of the page: this much every browser does. */
window.addEventListener('load', function () {
  if (document.documentElement.hasAttribute('data-ready')) return;
  document.getElementById('why').textContent = 'This browser is too old for Dogfight. Please update it, or use another one.';
  document.getElementById('play').disabled = document.getElementById('watch').disabled = true;
});
