let context: AudioContext | undefined;

/** Plays a low, short double tone: a scan was refused. Silent if unsupported or blocked. */
export function playErrorBeep(): void {
  try {
    context ??= new AudioContext();
    playErrorTone(context, 0);
    playErrorTone(context, 0.16);
  } catch {
    // The log line reports the refusal too.
  }
}

const PITCH = 220;
const LENGTH = 0.12;

function playErrorTone(audio: AudioContext, after: number): void {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = 'square';
  oscillator.frequency.value = PITCH;
  volume.gain.value = 0.08;
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(audio.currentTime + after);
  oscillator.stop(audio.currentTime + after + LENGTH);
}
