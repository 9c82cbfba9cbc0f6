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

/** Creates an editor for the tags allowed in announcements; typed text is never rewritten. */
export const richEditor = (label: string): Editor =>
  new Editor({
    element: null,
    extensions: [tags],
    enableInputRules: false,
    enablePasteRules: false,
    // The page's style sheet already contains these rules.
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
