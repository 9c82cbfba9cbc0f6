import {
  BoldOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { t } from '../phrase/index.ts';
import './richText.css';

const tools = [
  { command: 'bold', label: 'editor.bold', icon: <BoldOutlined aria-hidden /> },
  { command: 'italic', label: 'editor.italic', icon: <ItalicOutlined aria-hidden /> },
  { command: 'underline', label: 'editor.underline', icon: <UnderlineOutlined aria-hidden /> },
  {
    command: 'formatBlock',
    value: 'h3',
    label: 'editor.heading',
    icon: <FontSizeOutlined aria-hidden />,
  },
  {
    command: 'insertUnorderedList',
    label: 'editor.bullets',
    icon: <UnorderedListOutlined aria-hidden />,
  },
  {
    command: 'insertOrderedList',
    label: 'editor.numbers',
    icon: <OrderedListOutlined aria-hidden />,
  },
] as const;

export interface RichTextProps {
  readonly label: string;
  /** Told the HTML as it stands, after every change. It is the browser's: anyone who keeps it sanitises it. */
  readonly onChange: (html: string) => void;
}

/** Formatted text, from bold to lists, with the browser's own editing. What is pasted comes as plain text. */
export function RichText({ label, onChange }: RichTextProps): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const tell = (): void => onChange(area.current?.innerHTML ?? '');
  const run = (command: string, value?: string): void => {
    area.current?.focus();
    // No standard has replaced it, and every browser has it.
    document.execCommand(command, false, value);
    tell();
  };
  return (
    <div className="rich-text">
      <div className="rich-text-tools" role="toolbar" aria-label={label}>
        {tools.map(({ command, icon, label: name, ...rest }) => (
          <Button
            key={command}
            type="text"
            size="small"
            aria-label={t(name)}
            title={t(name)}
            icon={icon}
            // The selection in the text must survive the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command, 'value' in rest ? rest.value : undefined)}
          />
        ))}
      </div>
      <div
        ref={area}
        className="rich-text-area"
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        aria-multiline
        aria-label={label}
        tabIndex={0}
        onInput={tell}
        onPaste={(event) => {
          event.preventDefault();
          run('insertText', event.clipboardData.getData('text/plain'));
        }}
      />
    </div>
  );
}
