;;; emacs.el --- Emacs with the block of docs/editors.md  -*- lexical-binding: t -*-

;; `CONFC=PROGRAM emacs --no-init-file --batch --load emacs.el'
;; Debian 12: `apt-get install --no-install-recommends emacs-nox elpa-eglot elpa-yaml-mode' (Emacs 28.2, eglot 1.9).
;;
;; Each step waits until its result appears, at most `confc-test-limit' seconds.

;;; Code:

(package-initialize)
(require 'cl-lib)
(require 'subr-x)

(defconst confc-test-limit 15 "Seconds that a step may wait.")
(defconst confc-test-root (expand-file-name "../.." (file-name-directory load-file-name)))
(defconst confc-test-folder (file-truename (make-temp-file "confc-emacs-" t)))
(defconst confc-test-start (float-time))

(defun confc-test-read (path)
  "Return the text of the file PATH."
  (with-temp-buffer
    (insert-file-contents-literally path)
    (decode-coding-string (buffer-string) 'utf-8)))

(defun confc-test-block ()
  "Return the block of the page after the comment that names this test."
  (let ((page (confc-test-read (expand-file-name "docs/editors.md" confc-test-root))))
    (unless (string-match "<!-- run by tests/editors/emacs\\.el -->\n\n```elisp\n\\(\\(?:.\\|\n\\)*?\\)```" page)
      (error "docs/editors.md has no block for tests/editors/emacs.el"))
    (match-string 1 page)))

(defun confc-test-await (what found)
  "Wait until FOUND returns a result, and return it; WHAT names it in errors."
  (let ((end (+ (float-time) confc-test-limit)) value)
    (while (not (setq value (funcall found)))
      (when (> (float-time) end)
        (error "%s: not after %s seconds" what confc-test-limit))
      (accept-process-output nil 0.02)
      ;; Emacs checks a buffer again once its user pauses.
      (when (bound-and-true-p flymake-mode)
        (flymake-start)))
    value))

(defun confc-test-open (path)
  "Open the file PATH, and wait for the server."
  (switch-to-buffer (find-file-noselect (expand-file-name path confc-test-folder)))
  ;; What `eglot-ensure' does after the command that opened the file.
  (run-hooks 'post-command-hook)
  (confc-test-await (format "a server for %s" path) #'eglot-managed-p))

(defun confc-test-type (text)
  "Type TEXT, and send it as Emacs does once its user pauses."
  (mapc (lambda (key) (let ((last-command-event key)) (self-insert-command 1 key))) text)
  (eglot--signal-textDocument/didChange))

(defun confc-test-messages ()
  "Return the messages of the buffer's diagnostics, one per line."
  (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\n"))

(defun confc-test-await-message (message)
  "Wait for a diagnostic with MESSAGE."
  (confc-test-await message (lambda () (string-search message (confc-test-messages)))))

(defun confc-test-demand (text part)
  "Fail unless TEXT contains PART."
  (unless (string-search part text)
    (error "no `%s' in: %s" part text)))

(defun confc-test-demand-original (name)
  "Fail unless the saved file NAME of the shop is that of the example."
  (let ((saved (confc-test-read (expand-file-name (concat "shop/" name) confc-test-folder)))
        (original (confc-test-read (expand-file-name (concat "examples/shop/" name) confc-test-root))))
    (unless (string= saved original)
      (error "%s is saved as: %s" name saved))))

(defun confc-test-prepare ()
  "Copy the example, and evaluate the block of the page."
  (let ((program (or (getenv "CONFC") (error "`CONFC' is not set")))
        (programs (expand-file-name "bin" confc-test-folder)))
    (copy-directory (expand-file-name "examples/shop" confc-test-root) (expand-file-name "shop" confc-test-folder))
    ;; The page calls the program by its name.
    (make-directory programs)
    (make-symbolic-link program (expand-file-name "confc" programs))
    (setenv "PATH" (concat programs ":" (getenv "PATH")))
    (push programs exec-path)
    (setq make-backup-files nil
          eglot-connect-timeout confc-test-limit
          eglot-sync-connect confc-test-limit)
    (eval (car (read-from-string (format "(progn %s)" (confc-test-block)))) t)))

(defconst confc-test-steps
  `(("a mistake that is typed has a diagnostic"
     . ,(lambda ()
          (confc-test-open "shop/values/storefront.toml")
          (goto-char (point-min))
          (kill-word 1)
          (confc-test-type "titel")
          (confc-test-await-message "there is no field `titel`")))

    ("a quick fix is applied"
     . ,(lambda ()
          (eglot-code-actions (point-min) (line-end-position) "quickfix" t)
          (confc-test-demand (buffer-string) "title = \"The shop\"\n")
          (eglot--signal-textDocument/didChange)
          (confc-test-await "no diagnostic" (lambda () (null (flymake-diagnostics))))
          (save-buffer)))

    ("a hover shows the value in each environment"
     . ,(lambda ()
          (goto-char (point-min))
          (eldoc-print-current-symbol-info t)
          (let ((shown (confc-test-await
                        "a hover"
                        (lambda ()
                          (let* ((is-doc (lambda (buffer) (string-search "*eldoc" (buffer-name buffer))))
                                 (buffer (cl-find-if is-doc (buffer-list)))
                                 (text (if buffer (with-current-buffer buffer (buffer-string)) "")))
                            (and (string-search "storefront.title" text) text))))))
            (confc-test-demand shown "dev, prod-eu: \"The shop\" (from values/storefront.toml:1:9)")
            (confc-test-demand shown "prod-us: \"The Shop, USA\""))))

    ("a completion is accepted"
     . ,(lambda ()
          (confc-test-open "shop/values/payments.yaml")
          (goto-char (point-max))
          (confc-test-type "pool")
          (completion-at-point)
          (confc-test-type "12")
          (confc-test-demand (buffer-string) "\npool_size: 12")
          (save-buffer)))

    ("a definition is found in another file"
     . ,(lambda ()
          (beginning-of-line)
          (xref-find-definitions (xref-backend-identifier-at-point (xref-find-backend)))
          (confc-test-demand (buffer-file-name) "/shop/components/payments.cml")))

    ("a rename edits every file"
     . ,(lambda ()
          ;; Files that are not open are edited only after a question.
          (cl-letf (((symbol-function 'y-or-n-p) #'always))
            (eglot-rename "pool_limit"))
          (confc-test-demand (buffer-string) "aliases: [\"pool_size\"]")
          (save-some-buffers t)
          (cl-flet ((saved (name) (confc-test-read (expand-file-name name confc-test-folder))))
            (confc-test-demand (saved "shop/shop.product.json5") "payments.pool_limit * payments.workers")
            (confc-test-demand (saved "shop/values/payments.yaml") "\npool_limit: 12"))))

    ("saving applies safe fixes and the layout"
     . ,(lambda ()
          (confc-test-open "shop/components/cache.cml")
          (goto-char (point-min))
          (search-forward "\"uint16\",")
          (confc-test-type "   min: 0,")
          (confc-test-await-message "`min` has no effect")
          (save-buffer)
          (confc-test-demand-original "components/cache.cml")))

    ("all changes together are right"
     . ,(lambda ()
          (with-temp-buffer
            (unless (zerop (call-process "confc" nil t nil "assemble" "--check"
                                         (expand-file-name "shop/shop.product.json5" confc-test-folder)))
              (error "%s" (buffer-string)))))))
  "The steps with their names.")

(defun confc-test-try (name step)
  "Run STEP, and print its NAME with the time; return whether it succeeded."
  (let ((why (condition-case problem (progn (funcall step) nil) (error (error-message-string problem)))))
    (princ (format "emacs: %.1f s: %s%s\n" (- (float-time) confc-test-start) name (if why (concat ": " why) "")))
    (null why)))

(let ((done (and (confc-test-try "start" #'confc-test-prepare)
                 (cl-every (lambda (step) (confc-test-try (car step) (cdr step))) confc-test-steps))))
  (ignore-errors (eglot-shutdown-all))
  (delete-directory confc-test-folder t)
  (kill-emacs (if done 0 1)))

;;; emacs.el ends here
