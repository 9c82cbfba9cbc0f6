import { unpackPart } from './package.ts';
import type { Package } from './package.ts';
import { limits } from './limits.ts';
import { xmlReader } from './xml.ts';
import type { XmlEvents } from './xml.ts';

/** Reads a part of XML; yields to other work after each piece. */
export async function* readPieces(
  file: Package,
  name: string,
  events: XmlEvents,
  most: number,
): AsyncGenerator<void> {
  const reader = xmlReader(events);
  const decoder = new TextDecoder();
  for await (const piece of unpackPart(file, name, most)) {
    reader.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  reader.end();
}

const ignoreXmlEvent = (): void => {};

export async function readPart(
  file: Package,
  name: string,
  events: Partial<XmlEvents>,
  most: number = limits.part,
): Promise<void> {
  const all = { open: ignoreXmlEvent, text: ignoreXmlEvent, close: ignoreXmlEvent, ...events };
  for await (const _ of readPieces(file, name, all, most));
}
