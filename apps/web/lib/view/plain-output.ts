/** What a program printed, without the sequences that steer a terminal: none of them reaches the page. */

const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b[PX^_]|[\u0090\u0098\u009e\u009f])[^\u001b\u009c]*(?:\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g

export function plainOutput(text: string): string {
  return text.replace(SEQUENCES, '').replace(/\r\n/g, '\n')
}
