CREATE TABLE `open_put_backs` (
	`session` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`turns` text NOT NULL,
	`undo` integer NOT NULL,
	`seq` integer NOT NULL,
	`files` text NOT NULL,
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
