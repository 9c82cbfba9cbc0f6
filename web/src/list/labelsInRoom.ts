import { textWidth } from '../record/labels.ts';

/** Pixels around a button's text, with icon and following gap; pixels of the tools at the line's end. */
const AROUND_LABEL = 52;
const TOOLS = 270;

/** Returns how many labelled buttons fit in a line with the tools and the `menu` of the rest. */
export function labelsInRoom(labels: readonly string[], menu: string, room: number): number {
  const [menuWidth = 0, ...widths] = [menu, ...labels].map(
    (label) => textWidth(label) + AROUND_LABEL,
  );
  let left = room - TOOLS - menuWidth;
  const fitting = widths.findIndex((width) => (left -= width) < 0);
  return room === 0 || fitting < 0 ? labels.length : Math.max(1, fitting);
}
