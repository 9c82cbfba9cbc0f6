import {
  BoldOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { t } from '../phrase/index.ts';
import { richEditor } from './richEditor.ts';
import type { RichTextProps } from './RichText.tsx';

/** Formats for text, by the editor's names. */
const tools = [
  {
    name: 'bold',
    label: 'editor.bold',
    icon: <BoldOutlined aria-hidden />,
    run: (chain: ChainedCommands) => chain.toggleBold(),
  },
  {
    name: 'italic',
    label: 'editor.italic',
    icon: <ItalicOutlined aria-hidden />,
    run: (chain: ChainedCommands) => chain.toggleItalic(),
  },
  {
    name: 'underline',
    label: 'editor.underline',
    icon: <UnderlineOutlined aria-hidden />,
    run: (chain: ChainedCommands) => chain.toggleUnderline(),
  },
  {
    name: 'heading',
    label: 'editor.heading',
    icon: <FontSizeOutlined aria-hidden />,
    run: (chain: ChainedCommands) => chain.toggleHeading({ level: 3 }),
  },
  {
    name: 'bulletList',
    label: 'editor.bullets',
    icon: <UnorderedListOutlined aria-hidden />,
    run: (chain: ChainedCommands) => chain.toggleBulletList(),
  },
  {
    name: 'orderedList',
    label: 'editor.numbers',
    icon: <OrderedListOutlined aria-hidden />,
    run: (chain: ChainedCommands) => chain.toggleOrderedList(),
  },
] as const;
type Tool = (typeof tools)[number];

/** Text editor with tools. Text survives in a background page: the editor outlives its component. */
export default function RichEditing({ label, onChange }: RichTextProps): ReactNode {
  const [editor] = useState(() => richEditor(label));
  const place = useRef<HTMLDivElement>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const tell = useEffectEvent(() => onChange(editor.isEmpty ? '' : editor.getHTML()));
  useEffect(() => {
    if (place.current === null) return undefined;
    const onUpdate = (): void => tell();
    editor.on('transaction', drawAgain).on('update', onUpdate).mount(place.current);
    return () => editor.off('transaction', drawAgain).off('update', onUpdate).unmount();
  }, [editor]);
  return (
    <>
      <div className="rich-text-tools" role="toolbar" aria-label={label}>
        {tools.map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
      </div>
      <div ref={place} />
    </>
  );
}

function ToolButton({ editor, tool }: { readonly editor: Editor; readonly tool: Tool }): ReactNode {
  const { name, label, icon, run } = tool;
  const pressed = editor.isActive(name);
  return (
    <Button
      color="default"
      variant={pressed ? 'filled' : 'text'}
      size="small"
      aria-pressed={pressed}
      aria-label={t(label)}
      title={t(label)}
      icon={icon}
      // The selection in the text must survive the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(editor.chain().focus()).run()}
    />
  );
}
