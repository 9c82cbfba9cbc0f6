let context: AudioContext | undefined;

/** A low, short double tone: something was not taken. Silent where the browser has no sound or forbids it. */
export function beep(): void {
  try {
    context ??= new AudioContext();
    tone(context, 0);
    tone(context, 0.16);
  } catch {
    // The line in the log says it too.
  }
}

const PITCH = 220;
const LENGTH = 0.12;

function tone(audio: AudioContext, after: number): void {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = 'square';
  oscillator.frequency.value = PITCH;
  volume.gain.value = 0.08;
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(audio.currentTime + after);
  oscillator.stop(audio.currentTime + after + LENGTH);
}
