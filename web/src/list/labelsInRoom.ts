import { textWidth } from '../record/labels.ts';

/** Pixels around the word of a button, with its icon and the gap behind it; of the tools at the end of the line. */
const AROUND_LABEL = 52;
const TOOLS = 270;

/** How many buttons with these labels stand in one line with the tools of a list, and with a menu of the others. */
export function labelsInRoom(labels: readonly string[], room: number): number {
  const widths = labels.map((label) => textWidth(label) + AROUND_LABEL);
  const menu = textWidth('More') + AROUND_LABEL;
  let left = room - TOOLS - menu;
  const fitting = widths.findIndex((width) => (left -= width) < 0);
  return room === 0 || fitting < 0 ? labels.length : Math.max(1, fitting);
}
