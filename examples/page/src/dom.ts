// Elements made in one line each, and the live region.

type Child = Node | string | null | false
type Props = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>

/** Makes an element: functions listen, true sets an attribute, false leaves it out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== null && child !== false))
  return element
}

/** A button with a text. */
export const button = (text: string, press: () => void, props: Props = {}) =>
  h('button', { type: 'button', click: press, ...props }, text)

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

/** Says something to screen readers. */
export function announce(text: string): void {
  byId('live').textContent = text
}

/** Asks which one of some choices; null for none of them. */
export function choose(
  title: string,
  choices: readonly { readonly text: string; readonly value: string }[],
): Promise<string | null> {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-label': title })
    const chosen = (value: string) => () => {
      dialog.close(value)
    }
    dialog.append(
      h('h2', {}, title),
      h(
        'div',
        { class: 'choices' },
        ...choices.map(({ text, value }) => button(text, chosen(value), { 'data-value': value })),
      ),
      button('None of these', chosen(''), { class: 'quiet' }),
    )
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === '' ? null : dialog.returnValue)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
