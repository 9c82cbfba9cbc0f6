import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

/** Keys of the dialog around the text: Tab leads on, Ctrl+Enter saves. */
const isOutside = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Tab' || (key === 'Enter' && (ctrlKey || metaKey));

const tags = StarterKit.configure({
  heading: { levels: [3] },
  code: false,
  codeBlock: false,
  link: false,
  dropcursor: false,
  gapcursor: false,
  trailingNode: false,
});

/** An editor of the tags that an announcement may have; what is typed stays as it was typed. */
export const richEditor = (label: string): Editor =>
  new Editor({
    element: null,
    extensions: [tags],
    enableInputRules: false,
    enablePasteRules: false,
    // The page's own style sheet has what it would add.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'rich-text-area',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        tabindex: '0',
      },
      handleDOMEvents: {
        keydown: (_, event) => isOutside(event),
        paste(view, event) {
          event.preventDefault();
          return view.pasteText(event.clipboardData?.getData('text/plain') ?? '', event);
        },
      },
    },
  });
